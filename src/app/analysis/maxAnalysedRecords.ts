/** The longest list that is analysed. Runes and addresses can have more than fit into a browser's memory. */
export const MAX_ANALYSED_RECORDS = 100_000
