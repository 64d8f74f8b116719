#include "CCurl.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value) {
  return curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

CURLSH *ccurl_cookie_jar_make(void) {
  CURLSH *jar = curl_share_init();
  if (jar) curl_share_setopt(jar, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  return jar;
}

CURLcode ccurl_set_share(CURL *easy, CURLSH *share) { return curl_easy_setopt(easy, CURLOPT_SHARE, share); }

CURLcode ccurl_set_callbacks(CURL *easy, void *context, ccurl_data header, ccurl_data received) {
  curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, received);
  return curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_set_sending(CURL *easy, void *context, ccurl_sending sending) {
#if LIBCURL_VERSION_NUM >= 0x075000
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, sending);
#else
  return CURLE_UNKNOWN_OPTION;
#endif
}

CURLcode ccurl_set_upload(CURL *easy, void *context, ccurl_data wanted, ccurl_seek seek, int64_t length) {
  curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, wanted);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  return curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

void ccurl_summarise(CURL *easy, ccurl_summary *summary) {
  curl_off_t time = 0;
  curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &time);
  summary->name_lookup = time;
  curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &time);
  summary->connect = time;
  curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &time);
  summary->secure_connect = time;
  curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME_T, &time);
  summary->first_byte = time;
  curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &time);
  summary->total = time;
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &summary->os_error);
  curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &summary->verify_result);
  curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &summary->http_version);
  curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &summary->request_size);
}

CURL *ccurl_next_finished(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

static atomic_uint fork_generation;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void forked(void) { atomic_fetch_add(&fork_generation, 1); }
static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

unsigned ccurl_fork_generation(void) {
  pthread_once(&fork_once, watch_forks);
  return atomic_load_explicit(&fork_generation, memory_order_relaxed);
}

#endif
