"""The conformance runner: numbered steps against an engine over its standard input and output."""
