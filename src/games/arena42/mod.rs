//! Arena Chess 42: two boards; what is captured on the Field comes back to fight in the Arena.
