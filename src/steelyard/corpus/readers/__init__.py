"""One file for each form that labelled text comes in: from an opened source to a `Table`."""
