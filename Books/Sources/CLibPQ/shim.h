// libpq, PostgreSQL's client library, as it is.
#pragma once
#include <libpq-fe.h>
