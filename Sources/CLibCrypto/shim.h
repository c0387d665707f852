// OpenSSL's digests, and its comparison in constant time.
#include <openssl/crypto.h>
#include <openssl/evp.h>
