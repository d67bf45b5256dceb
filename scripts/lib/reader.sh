reader_stub() { :; }
