#ifndef BARE_CURL_H
#define BARE_CURL_H

/// What one writes over libcurl without a library: `count` times the same request, `width` at once, over the multi
/// interface. Answers how many bytes of body came, or -1.
long bare_curl_fetch(const char *url, int count, int width);

#endif
