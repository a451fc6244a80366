#define BOOST_TEST_MODULE mixcert
#include <boost/test/unit_test.hpp>
