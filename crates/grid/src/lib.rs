//! The square-grid system that The Big Push and Verdun share.
