//! The program. 
fn main() {}
