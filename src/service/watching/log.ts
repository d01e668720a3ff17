import pino from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from '../config.ts'

export type Log = pino.Logger

/**
 * A log of one JSON object a line, or of lines for people where they go to a terminal. It is told
 * neither addresses of readers, nor what they searched for, nor what they browse with.
 */
export function createLog(level: LogLevel, out: pino.DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      formatters: { level: (name) => ({ level: name }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    out,
  )
}

/** Written at once, so that the last lines before an end are not lost. */
function standardError(): pino.DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ fd: 2, sync: true })
  return pretty({
    destination: 2,
    sync: true,
    singleLine: true,
    messageKey: 'message',
    errorLikeObjectKeys: ['error'],
  })
}
