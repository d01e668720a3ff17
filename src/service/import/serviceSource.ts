import { createHash } from 'node:crypto'
import { ServiceError } from './askService.ts'
import { type Identifier, identifierText } from './identifiers.ts'
import { ImportError } from './importError.ts'
import type { Refused } from './importLog.ts'
import { Refusal } from './refusal.ts'
import type { Batch, Source } from './runImport.ts'
import { type Reading, ServiceReader } from './serviceReader.ts'

/** After so many identifiers in a row that brought nothing it is the service that is ill. */
const MOST_FAILURES = 3

/**
 * What another service holds of these identifiers, one after another. What it fails at is refused;
 * where it fails altogether the import ends and can be gone on with from there.
 * @param url the service's address without a slash at its end.
 */
export function openServiceSource(
  url: string,
  identifiers: Identifier[],
  signal: AbortSignal,
): Source {
  const texts = identifiers.map(identifierText).join('\n')
  const reader = new ServiceReader(url, signal)

  async function* batchesAfter({ lines: begin }: Batch['position']): AsyncGenerator<Batch> {
    let failures: Refused[] = []
    for (const [index, identifier] of identifiers.entries()) {
      if (index < begin) continue
      const reading = await readOrRefuse(reader, identifier)
      if (reading instanceof ServiceError) {
        failures.push({
          place: identifierText(identifier),
          reason: `the service ${reading.message}`,
        })
        if (failures.length === MOST_FAILURES) throw new ImportError(`${url} ${reading.message}.`)
        continue
      }
      const isUnknown = reading.entries.length === 0 && reading.refused.length === 0
      const refused = [...failures, ...reading.refused]
      yield { ...reading, refused, unknown: isUnknown ? 1 : 0, position: positionAt(index + 1) }
      failures = []
    }
    const position = positionAt(identifiers.length)
    yield { entries: [], refused: failures, unknown: 0, position }
  }

  return {
    name: `${url} ${createHash('sha256').update(texts).digest('hex')}`,
    label: url,
    from: 'service',
    size: identifiers.length,
    done: ({ lines }) => lines,
    batchesAfter,
  }
}

async function readOrRefuse(
  reader: ServiceReader,
  identifier: Identifier,
): Promise<Reading | ServiceError> {
  try {
    return await reader.read(identifier)
  } catch (error) {
    if (error instanceof ServiceError) return error
    if (!(error instanceof Refusal)) throw error
    return { entries: [], refused: [{ place: identifierText(identifier), reason: error.message }] }
  }
}

function positionAt(lines: number): Batch['position'] {
  return { lines, bytes: 0, digest: '' }
}
