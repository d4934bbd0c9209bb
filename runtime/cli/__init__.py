"""The command line: it ties the language, the compiler and the runtime together."""
