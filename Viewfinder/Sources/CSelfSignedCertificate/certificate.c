#include "CSelfSignedCertificate.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Standards allow 20 octets, of which the first bit is a sign.
static const int serialBits = 159;

static bool setSerialNumber(X509 *certificate) {
    BIGNUM *number = BN_new();
    bool isSet = number && BN_rand(number, serialBits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY)
        && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return isSet;
}

static bool setNames(X509 *certificate) {
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)"Pinhole", -1, -1, 0)
        && X509_set_issuer_name(certificate, name);
}

static bool addExtension(X509 *certificate, int kind, const char *value) {
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, kind, value);
    bool isAdded = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return isAdded;
}

static GENERAL_NAME *makeName(const CSubjectName *name) {
    GENERAL_NAME *made = GENERAL_NAME_new();
    ASN1_STRING *text = ASN1_STRING_type_new(name->isAddress ? V_ASN1_OCTET_STRING : V_ASN1_IA5STRING);
    if (!made || !text || !ASN1_STRING_set(text, name->bytes, (int)name->count)) {
        GENERAL_NAME_free(made);
        ASN1_STRING_free(text);
        return NULL;
    }
    GENERAL_NAME_set0_value(made, name->isAddress ? GEN_IPADD : GEN_DNS, text);
    return made;
}

// As values, not as a text of options, which a name could add to.
static bool addSubjectNames(X509 *certificate, const CSubjectName *names, size_t count) {
    GENERAL_NAMES *all = sk_GENERAL_NAME_new_null();
    bool isAdded = all != NULL;
    for (size_t index = 0; isAdded && index < count; index++) {
        GENERAL_NAME *name = makeName(&names[index]);
        isAdded = name && sk_GENERAL_NAME_push(all, name) > 0;
        if (!isAdded) GENERAL_NAME_free(name);
    }
    isAdded = isAdded && X509_add1_ext_i2d(certificate, NID_subject_alt_name, all, 0, X509V3_ADD_DEFAULT) == 1;
    GENERAL_NAMES_free(all);
    return isAdded;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const CSubjectName *names, size_t nameCount, int64_t begin, int64_t end) {
    // Without a key usage: with one that leaves signing certificates out, OpenSSL and BoringSSL do not see that it is signed by
    // itself, and refuse it though it is trusted.
    return X509_set_version(certificate, X509_VERSION_3) && setSerialNumber(certificate) && setNames(certificate)
        && ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t)begin)
        && ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t)end) && X509_set_pubkey(certificate, key)
        && addExtension(certificate, NID_basic_constraints, "critical,CA:FALSE")
        && addExtension(certificate, NID_ext_key_usage, "serverAuth") && addSubjectNames(certificate, names, nameCount)
        && X509_sign(certificate, key, EVP_sha256()) > 0;
}

// A copy of what was written, with a zero at its end.
static char *copyText(BIO *output) {
    char *bytes = NULL;
    long count = BIO_get_mem_data(output, &bytes);
    char *text = count > 0 ? malloc((size_t)count + 1) : NULL;
    if (text) {
        memcpy(text, bytes, (size_t)count);
        text[count] = 0;
    }
    return text;
}

static char *certificateText(X509 *certificate) {
    BIO *output = BIO_new(BIO_s_mem());
    char *text = output && PEM_write_bio_X509(output, certificate) ? copyText(output) : NULL;
    BIO_free(output);
    return text;
}

static char *keyText(EVP_PKEY *key) {
    BIO *output = BIO_new(BIO_s_mem());
    char *text = output && PEM_write_bio_PKCS8PrivateKey(output, key, NULL, NULL, 0, NULL, NULL) ? copyText(output) : NULL;
    BIO_free(output);
    return text;
}

bool pinhole_make_certificate(
    const CSubjectName *names, size_t nameCount, int64_t begin, int64_t end, char **certificate, char **key, char *reason,
    size_t reasonSize) {
    ERR_clear_error();
    *certificate = *key = NULL;
    EVP_PKEY *secret = EVP_EC_gen("P-256");
    X509 *made = X509_new();
    if (secret && made && fill(made, secret, names, nameCount, begin, end)) {
        *certificate = certificateText(made);
        *key = keyText(secret);
    }
    X509_free(made);
    EVP_PKEY_free(secret);
    if (*certificate && *key) return true;
    pinhole_free_text(*certificate);
    pinhole_free_text(*key);
    *certificate = *key = NULL;
    ERR_error_string_n(ERR_get_error(), reason, reasonSize);
    return false;
}

void pinhole_free_text(char *text) {
    if (text) OPENSSL_cleanse(text, strlen(text));
    free(text);
}
