import pino from 'pino'
import pretty from 'pino-pretty'

export type Logger = pino.Logger

/** A logger that writes one JSON object per line, or readable lines to a terminal. */
export function createLogger(
  level: pino.LevelWithSilent,
  out: pino.DestinationStream = stderr(),
): Logger {
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
