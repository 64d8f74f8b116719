// What the curl transport needs of libcurl, in a form that Swift can call: libcurl's own functions for setting and
// reading options take variable arguments. Linux only; elsewhere the header is empty.
#ifndef AIRPORTNET_CCURL_H
#define AIRPORTNET_CCURL_H

#if defined(__linux__)

#if !__has_include(<curl/curl.h>)
#error "The headers of libcurl are missing. On Debian and Ubuntu: apt-get install libcurl4-openssl-dev"
#endif

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if LIBCURL_VERSION_NUM < 0x074400
#error "libcurl is too old: 7.68 or newer is needed"
#endif

// Options by the type of their argument.
CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// A place for cookies that the handles of one thread share.
CURLSH *ccurl_cookie_jar_make(void);
CURLcode ccurl_set_share(CURL *easy, CURLSH *share);

// What a transfer calls back for; `context` is handed through. The answers are libcurl's: of `received` the count, less
// to give up; of `wanted` the count, CURL_READFUNC_PAUSE or CURL_READFUNC_ABORT.
typedef size_t (*ccurl_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_seek)(void *context, curl_off_t offset, int origin);

CURLcode ccurl_set_callbacks(CURL *easy, void *context, ccurl_data header, ccurl_data received);
// What is called when the connection stands and the first byte is about to go out; any answer but 0 gives up. Not before
// libcurl 7.80: CURLE_UNKNOWN_OPTION.
typedef int (*ccurl_sending)(void *context, char *remote, char *local, int remote_port, int local_port);

CURLcode ccurl_set_sending(CURL *easy, void *context, ccurl_sending sending);
CURLcode ccurl_set_upload(CURL *easy, void *context, ccurl_data wanted, ccurl_seek seek, int64_t length);

// Where the time went, in microseconds, and what else is known at the end of a transfer.
typedef struct {
  int64_t name_lookup, connect, secure_connect, first_byte, total;
  long os_error, verify_result, http_version, request_size;
} ccurl_summary;

void ccurl_summarise(CURL *easy, ccurl_summary *summary);

// The next finished transfer of the multi handle; NULL where there is none.
CURL *ccurl_next_finished(CURLM *multi, CURLcode *result);

// How often this process has been forked since it began, counted in the child. A multi handle and its thread belong to
// the process that made them.
unsigned ccurl_fork_generation(void);

// A decoder of one Content-Encoding, by the libraries that libcurl itself is linked with: zlib, and brotli and zstd where
// they are there.
typedef enum { CCURL_GZIP, CCURL_DEFLATE, CCURL_BROTLI, CCURL_ZSTD } ccurl_coding;
typedef enum { CCURL_DECODE_MORE, CCURL_DECODE_DONE, CCURL_DECODE_CORRUPT } ccurl_decode_state;
typedef struct ccurl_decoder ccurl_decoder;

bool ccurl_can_decode(ccurl_coding coding);
ccurl_decoder *ccurl_decoder_make(ccurl_coding coding);
void ccurl_decoder_free(ccurl_decoder *decoder);

// Decodes from `input` (moved on, its count lowered) into `output`; answers how many bytes were written there.
size_t ccurl_decode(
    ccurl_decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t output_count,
    ccurl_decode_state *state);

#endif
#endif
