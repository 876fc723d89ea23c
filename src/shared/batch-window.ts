/** The most rows of a batch on all that match which the server changes in one transaction. */
export const batchWindowMax = 500
