/** Tests of chat templates: recorded renderings and hostile sources. */
@NullMarked
package org.boltmesh.shards.template;

import org.jspecify.annotations.NullMarked;
