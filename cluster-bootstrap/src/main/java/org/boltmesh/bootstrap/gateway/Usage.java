package org.boltmesh.bootstrap.gateway;

/** What a call took. Prompts count once, however many answers they have. */
record Usage(int promptTokens, int answerTokens) {}
