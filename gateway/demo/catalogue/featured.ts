/** The products of the home page by id, the best first. */
export const featured: readonly number[] = [
  101, 301, 601, 419, 309, 801, 401, 201, 428, 901, 202, 203, 313, 501, 307, 425, 701, 1001, 806, 818, 310, 409, 316,
  821, 503, 604, 715, 402, 321, 612, 713, 224, 320, 702, 515, 817, 618, 1007,
]
