import pino from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from '../config.ts'

export type Logger = pino.Logger

/** A logger that writes one JSON object a line, or readable lines if they go to a terminal. */
export function createLogger(level: LogLevel, out: pino.DestinationStream = stderr()): Logger {
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

/** Synchronous, so that the last lines before an exit are not lost. */
function stderr(): pino.DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ fd: 2, sync: true })
  return pretty({
    destination: 2,
    sync: true,
    singleLine: true,
    messageKey: 'message',
    errorLikeObjectKeys: ['error'],
  })
}
