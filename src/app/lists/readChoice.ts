/** One of `choices` in a query parameter; the first one if it is missing or, noted in `refused`, invalid. */
export function readChoice<const Choice extends string>(
  search: URLSearchParams,
  [name, choices]: readonly [name: string, choices: readonly [Choice, ...Choice[]]],
  refused: string[],
): Choice {
  const text = search.get(name) ?? ''
  const found = choices.find((choice) => choice === text)
  if (found === undefined && text !== '') refused.push(`${name}=${text}`)
  return found ?? choices[0]
}
