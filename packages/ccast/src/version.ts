/** The version of this package. What reads the tree says with a range of versions which ones it reads. */
export const version = "0.0.0";
