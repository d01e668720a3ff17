/** The pattern of a whole number, with or without grouped digits in the form of any language. */
export const WHOLE_NUMBER =
  "\\s*(?:[1-9][0-9]{0,2}(?<separator>[\\s,._'’])(?:[0-9]{2,3}\\k<separator>)*[0-9]{3}|[1-9][0-9]{0,14})\\s*"

/** A whole number without its grouping, which is unambiguous in every language: `1000` for "1.000". */
export function readWhole(text: string): string {
  return new RegExp(`^(?:${WHOLE_NUMBER})$`).test(text) ? text.replace(/[^0-9]/g, '') : text
}
