/** What ends an import before its end, in a sentence for the person who started it. */
export class ImportError extends Error {
  override name = 'ImportError'
}
