#include "CCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The libraries are those that libcurl was built with, so they are there where they are of use; what is declared here of
// them has been the same since their first stable versions. They are opened and not linked: no headers are needed.

typedef struct {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *, unsigned, unsigned);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler, reserved;
} z_stream;

typedef struct {
  const void *src;
  size_t size, pos;
} zstd_in;

typedef struct {
  void *dst;
  size_t size, pos;
} zstd_out;

static struct {
  int (*init)(z_stream *, int, const char *, int);
  int (*run)(z_stream *, int);
  int (*reset)(z_stream *, int);
  int (*end)(z_stream *);
} zlib;

static struct {
  void *(*make)(void *, void *, void *);
  int (*run)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
  void (*end)(void *);
} brotli;

static struct {
  void *(*make)(void);
  size_t (*run)(void *, zstd_out *, zstd_in *);
  unsigned (*is_error)(size_t);
  size_t (*end)(void *);
} zstd;

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library) {
    zlib.init = dlsym(library, "inflateInit2_");
    zlib.run = dlsym(library, "inflate");
    zlib.reset = dlsym(library, "inflateReset2");
    zlib.end = dlsym(library, "inflateEnd");
  }
  library = dlopen("libbrotlidec.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library) {
    brotli.make = dlsym(library, "BrotliDecoderCreateInstance");
    brotli.run = dlsym(library, "BrotliDecoderDecompressStream");
    brotli.end = dlsym(library, "BrotliDecoderDestroyInstance");
  }
  library = dlopen("libzstd.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library) {
    zstd.make = dlsym(library, "ZSTD_createDStream");
    zstd.run = dlsym(library, "ZSTD_decompressStream");
    zstd.is_error = dlsym(library, "ZSTD_isError");
    zstd.end = dlsym(library, "ZSTD_freeDStream");
  }
}

bool ccurl_can_decode(ccurl_coding coding) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  switch (coding) {
  case CCURL_GZIP:
  case CCURL_DEFLATE: return zlib.init && zlib.run && zlib.reset && zlib.end;
  case CCURL_BROTLI: return brotli.make && brotli.run && brotli.end;
  case CCURL_ZSTD: return zstd.make && zstd.run && zstd.is_error && zstd.end;
  }
  return false;
}

struct ccurl_decoder {
  ccurl_coding coding;
  z_stream inflater;
  void *stream;
  // Whether a byte has been looked at. Of all but zstd: whether what has come ends with the end of a member or frame.
  bool has_begun, is_complete;
};

enum { ZLIB_WINDOW = 15, ZLIB_GZIP = 16 };

static int begin_inflating(ccurl_decoder *decoder, int window) {
  // Only the first character of the version is compared.
  return zlib.init(&decoder->inflater, window, "1", (int)sizeof(z_stream));
}

ccurl_decoder *ccurl_decoder_make(ccurl_coding coding) {
  if (!ccurl_can_decode(coding)) return NULL;
  ccurl_decoder *decoder = calloc(1, sizeof(ccurl_decoder));
  if (!decoder) return NULL;
  decoder->coding = coding;
  bool is_made = true;
  switch (coding) {
  case CCURL_GZIP: is_made = begin_inflating(decoder, ZLIB_WINDOW + ZLIB_GZIP) == 0; break;
  case CCURL_DEFLATE: break;
  case CCURL_BROTLI: is_made = (decoder->stream = brotli.make(NULL, NULL, NULL)) != NULL; break;
  case CCURL_ZSTD: is_made = (decoder->stream = zstd.make()) != NULL; break;
  }
  if (is_made) return decoder;
  free(decoder);
  return NULL;
}

void ccurl_decoder_free(ccurl_decoder *decoder) {
  if (!decoder) return;
  switch (decoder->coding) {
  case CCURL_DEFLATE:
    if (decoder->has_begun) zlib.end(&decoder->inflater);
    break;
  case CCURL_GZIP: zlib.end(&decoder->inflater); break;
  case CCURL_BROTLI: brotli.end(decoder->stream); break;
  case CCURL_ZSTD: zstd.end(decoder->stream); break;
  }
  free(decoder);
}

static ccurl_decode_state inflate_some(
    ccurl_decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
  z_stream *stream = &decoder->inflater;
  if (*input_count == 0 && (decoder->is_complete || !decoder->has_begun)) {
    return decoder->is_complete ? CCURL_DECODE_DONE : CCURL_DECODE_MORE;
  }
  if (decoder->coding == CCURL_DEFLATE && !decoder->has_begun) {
    // RFC 9110 section 8.4.1.2 means the zlib format; some servers send the bare one. The low bits of the first byte of a
    // zlib header are 8, which begins no bare stream that a compressor writes.
    bool is_wrapped = ((*input)[0] & 0x0F) == 8;
    if (begin_inflating(decoder, is_wrapped ? ZLIB_WINDOW : -ZLIB_WINDOW) != 0) return CCURL_DECODE_CORRUPT;
  }
  decoder->has_begun = true;
  if (decoder->is_complete) {
    if (decoder->coding != CCURL_GZIP || **input != 0x1F) {
      // What follows the end is padding.
      *input += *input_count;
      *input_count = 0;
      return CCURL_DECODE_DONE;
    }
    // Another member (RFC 1952 section 2.2).
    if (zlib.reset(stream, ZLIB_WINDOW + ZLIB_GZIP) != 0) return CCURL_DECODE_CORRUPT;
    decoder->is_complete = false;
  }
  stream->next_in = *input;
  stream->avail_in = (unsigned)*input_count;
  stream->next_out = *output;
  stream->avail_out = (unsigned)*output_count;
  int result = zlib.run(stream, 0);
  *input = stream->next_in;
  *input_count = stream->avail_in;
  *output = stream->next_out;
  *output_count = stream->avail_out;
  if (result == 1) {
    decoder->is_complete = true;
    return CCURL_DECODE_DONE;
  }
  // -5: no progress was possible, which more input or more room will make.
  return result == 0 || result == -5 ? CCURL_DECODE_MORE : CCURL_DECODE_CORRUPT;
}

static ccurl_decode_state brotli_some(
    ccurl_decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
  if (decoder->is_complete) {
    *input += *input_count;
    *input_count = 0;
    return CCURL_DECODE_DONE;
  }
  int result = brotli.run(decoder->stream, input_count, input, output_count, output, NULL);
  if (result == 1) decoder->is_complete = true;
  return result == 1 ? CCURL_DECODE_DONE : result == 0 ? CCURL_DECODE_CORRUPT : CCURL_DECODE_MORE;
}

static ccurl_decode_state zstd_some(
    ccurl_decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
  zstd_in in = {*input, *input_count, 0};
  zstd_out out = {*output, *output_count, 0};
  size_t result = zstd.run(decoder->stream, &out, &in);
  *input += in.pos;
  *input_count -= in.pos;
  *output += out.pos;
  *output_count -= out.pos;
  if (zstd.is_error(result)) return CCURL_DECODE_CORRUPT;
  return result == 0 ? CCURL_DECODE_DONE : CCURL_DECODE_MORE;
}

size_t ccurl_decode(
    ccurl_decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t output_count,
    ccurl_decode_state *state) {
  uint8_t *end = output;
  size_t room = output_count;
  switch (decoder->coding) {
  case CCURL_GZIP:
  case CCURL_DEFLATE: *state = inflate_some(decoder, input, input_count, &end, &room); break;
  case CCURL_BROTLI: *state = brotli_some(decoder, input, input_count, &end, &room); break;
  case CCURL_ZSTD: *state = zstd_some(decoder, input, input_count, &end, &room); break;
  }
  return (size_t)(end - output);
}

#endif
