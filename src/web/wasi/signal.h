/* (kill is in shim.h; the page has no other signals) */
