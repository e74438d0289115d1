// Measures llama.cpp's speed as its own llama-bench does, on request: the other half of compare.sh.
//
// Reads lines "pp N" (a prompt of N tokens), "tg N" (N single tokens) or "quit" from standard input
// and answers each with the nanoseconds it took, on standard output. Everything else goes to
// standard error. It knows the library only by the prototypes below, written after its public C
// interface. Two structs go by value, and their fields change between versions: they are taken as
// opaque memory that is larger than any version's, which is where both ABIs that we build on (System
// V x86-64, AAPCS64) put large structs anyway. Fields are set by the offsets of the pinned version,
// and every one is checked: by its default before, by the library's getters or its log after.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    uint8_t bytes[1024];
} params_t;

typedef struct {
    int32_t n_tokens;
    int32_t *token;
    float *embd;
    int32_t *pos;
    int32_t *n_seq_id;
    int32_t **seq_id;
    int8_t *logits;
} batch_t;

typedef void (*log_callback_t)(int level, const char *text, void *user_data);

void ggml_backend_load_all_from_path(const char *folder);
void llama_log_set(log_callback_t callback, void *user_data);
void llama_backend_init(void);
params_t llama_model_default_params(void);
params_t llama_context_default_params(void);
void *llama_model_load_from_file(const char *path, params_t params);
void *llama_init_from_model(void *model, params_t params);
void llama_free(void *context);
void llama_model_free(void *model);
const void *llama_model_get_vocab(const void *model);
int32_t llama_vocab_n_tokens(const void *vocab);
void *llama_get_memory(const void *context);
void llama_memory_clear(void *memory, bool data);
batch_t llama_batch_get_one(int32_t *tokens, int32_t count);
int32_t llama_decode(void *context, batch_t batch);
void llama_synchronize(void *context);
void llama_set_n_threads(void *context, int32_t decode, int32_t prefill);
uint32_t llama_n_ctx(const void *context);
uint32_t llama_n_batch(const void *context);
uint32_t llama_n_ubatch(const void *context);
uint32_t llama_n_seq_max(const void *context);
int32_t llama_n_threads(void *context);
int32_t llama_n_threads_batch(void *context);
void llama_attach_threadpool(void *context, void *decode, void *prefill);
void *ggml_backend_dev_by_type(int type);
void *ggml_backend_dev_backend_reg(void *device);
void *ggml_backend_reg_get_proc_address(void *registry, const char *name);
void ggml_threadpool_params_init(void *params, int threads);

// Offsets in llama_context_params of the pinned version, with the defaults that they must have.
enum {
    N_CTX = 0,
    N_BATCH = 4,
    N_UBATCH = 8,
    N_SEQ_MAX = 12,
    N_THREADS = 28,
    N_THREADS_BATCH = 32,
    FLASH_ATTN = 52,
    TYPE_K = 104,
    TYPE_V = 108
};

// And in llama_model_params: a flag of one byte.
enum { USE_EXTRA_BUFTS = 74 };

enum { TYPE_F16 = 1, FLASH_ATTN_AUTO = -1, THREADS_DEFAULT = 4 };

static bool flash_attn_told;
static bool flash_attn_on;
static bool repacked;
static bool verbose;

static void fail(const char *what, const char *wanted) {
    fprintf(stderr, "llama_speed: %s, want %s\n", what, wanted);
    exit(1);
}

static int32_t get(const params_t *params, int offset) {
    int32_t value;
    memcpy(&value, params->bytes + offset, sizeof value);
    return value;
}

static void set(params_t *params, int offset, int32_t value, int32_t expected, const char *name) {
    if (get(params, offset) != expected) {
        fprintf(stderr, "llama_speed: default of %s is %d, want %d\n", name, get(params, offset), expected);
        fail("this libllama has other structs", "the version that compare.sh pins");
    }
    memcpy(params->bytes + offset, &value, sizeof value);
}

// The log is the only place that tells some of what was chosen.
static void on_log(int level, const char *text, void *user_data) {
    (void) level;
    (void) user_data;
    const char *flash = strstr(text, "flash_attn");
    if (flash != NULL) {
        flash_attn_told = true;
        flash_attn_on = strstr(flash, "disabled") == NULL;
    }
    if (strstr(text, "REPACK") != NULL) {
        repacked = true;
    }
    if (verbose) {
        fputs(text, stderr);
    }
}

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int number(const char *text, const char *name, int min, int max) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || value < min || value > max) {
        fprintf(stderr, "llama_speed: %s \"%s\", want %d to %d\n", name, text, min, max);
        exit(2);
    }
    return (int) value;
}

static void *load(const char *file) {
    params_t params = llama_model_default_params();
    if (params.bytes[USE_EXTRA_BUFTS] != 1) {
        fail("repacking is not on by default", "the version that compare.sh pins");
    }
    void *model = llama_model_load_from_file(file, params);
    if (model == NULL) {
        fail("the model was not loaded", "a GGUF file that llama.cpp knows; see the log with LLAMA_SPEED_LOG=1");
    }
    return model;
}

static void *open_context(void *model, int context, int micro_batch, int threads, bool flash) {
    params_t params = llama_context_default_params();
    set(&params, N_CTX, context, 512, "n_ctx");
    set(&params, N_BATCH, 2048, 2048, "n_batch");
    set(&params, N_UBATCH, micro_batch, 512, "n_ubatch");
    set(&params, N_SEQ_MAX, 1, 1, "n_seq_max");
    set(&params, N_THREADS, threads, THREADS_DEFAULT, "n_threads");
    set(&params, N_THREADS_BATCH, threads, THREADS_DEFAULT, "n_threads_batch");
    set(&params, FLASH_ATTN, flash ? 1 : 0, FLASH_ATTN_AUTO, "flash_attn_type");
    set(&params, TYPE_K, TYPE_F16, TYPE_F16, "type_k");
    set(&params, TYPE_V, TYPE_F16, TYPE_F16, "type_v");
    void *opened = llama_init_from_model(model, params);
    if (opened == NULL) {
        fail("no context", "memory for it");
    }
    if (llama_n_ctx(opened) < (uint32_t) context || llama_n_ubatch(opened) != (uint32_t) micro_batch
        || llama_n_seq_max(opened) != 1 || llama_n_threads(opened) != threads
        || llama_n_threads_batch(opened) != threads) {
        fail("libllama took other numbers than it was given", "the version that compare.sh pins");
    }
    if (!flash_attn_told || flash_attn_on != flash) {
        fail("libllama does not say that flash attention is as asked for", "the version that compare.sh pins");
    }
    return opened;
}

// Threads that stay and poll between graphs, as llama-bench and Boltmesh have them. Without a pool each graph starts
// threads of its own, which on busy processors makes decoding several times slower.
static void attach_threadpool(void *context, int threads) {
    enum { DEVICE_CPU = 0 };
    static uint8_t params[4096] __attribute__((aligned(64)));
    void *(*new_threadpool)(void *) = NULL;
    void *device = ggml_backend_dev_by_type(DEVICE_CPU);
    if (device != NULL) {
        void *address = ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(device), "ggml_threadpool_new");
        memcpy(&new_threadpool, &address, sizeof address);
    }
    if (new_threadpool == NULL) {
        fail("no ggml_threadpool_new", "the CPU backend that compare.sh pins");
    }
    ggml_threadpool_params_init(params, threads);
    void *pool = new_threadpool(params);
    if (pool == NULL) {
        fail("no threadpool", "threads for it");
    }
    llama_attach_threadpool(context, pool, pool);
}

static void decode(void *context, int32_t *tokens, int count) {
    int32_t status = llama_decode(context, llama_batch_get_one(tokens, count));
    if (status != 0) {
        fprintf(stderr, "llama_speed: llama_decode: status %d, want 0\n", status);
        exit(1);
    }
}

static int64_t measure(void *context, int vocabulary, int prompt, int generate, int batch) {
    static int32_t tokens[65536];
    llama_memory_clear(llama_get_memory(context), false);
    for (int i = 0; i < prompt; i++) {
        tokens[i] = rand() % vocabulary;
    }
    int64_t start = now_ns();
    for (int done = 0; done < prompt; done += batch) {
        decode(context, tokens + done, prompt - done < batch ? prompt - done : batch);
    }
    llama_synchronize(context);
    for (int i = 0; i < generate; i++) {
        int32_t token = rand() % vocabulary;
        decode(context, &token, 1);
        llama_synchronize(context);
    }
    return now_ns() - start;
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: llama_speed BACKENDS MODEL THREADS CONTEXT MICRO_BATCH on|off\n");
        return 2;
    }
    int threads = number(argv[3], "THREADS", 1, 512);
    int context = number(argv[4], "CONTEXT", 1, 65536);
    int micro_batch = number(argv[5], "MICRO_BATCH", 1, 2048);
    bool flash = strcmp(argv[6], "on") == 0;
    verbose = getenv("LLAMA_SPEED_LOG") != NULL;
    llama_log_set(on_log, NULL);
    ggml_backend_load_all_from_path(argv[1]);
    llama_backend_init();
    void *model = load(argv[2]);
    void *opened = open_context(model, context, micro_batch, threads, flash);
    attach_threadpool(opened, threads);
    int vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(model));
    printf("ready vocabulary=%d threads=%d context=%u flash_attn=%s repacked=%s\n", vocabulary, threads,
           llama_n_ctx(opened), flash ? "on" : "off", repacked ? "yes" : "no");
    fflush(stdout);
    char line[128];
    while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "quit", 4) != 0) {
        bool prompt = strncmp(line, "pp ", 3) == 0;
        if (!prompt && strncmp(line, "tg ", 3) != 0) {
            fail(line, "pp N, tg N or quit");
        }
        int count = number(line + 3, "tokens", 1, context);
        int64_t ns = measure(opened, vocabulary, prompt ? count : 0, prompt ? 0 : count, 2048);
        printf("%lld\n", (long long) ns);
        fflush(stdout);
    }
    llama_free(opened);
    llama_model_free(model);
    return 0;
}
