/** Classes whose errors keep their class and fields between threads, by the name that is sent. */
type ErrorClasses<Kind extends Error = Error> = Record<string, new (...args: never[]) => Kind>

/** Sent instead of an error, because errors lose their class and fields between threads. */
export type SentError = {
  className: string
  message: string
  stack: string | undefined
  fields: object
}

/** What a call in another thread ends with. */
export type ThreadResult<Value> = { value: Value } | { error: SentError }

/** In the thread that is called. Errors of other classes are thrown. */
export async function resultOf<Value>(
  call: Promise<Value>,
  classes: ErrorClasses,
): Promise<ThreadResult<Value>> {
  try {
    return { value: await call }
  } catch (error) {
    for (const [name, type] of Object.entries(classes)) {
      if (error instanceof type) return { error: sentError(error, name) }
    }
    throw error
  }
}

/** In the thread that calls, with the same classes. @throws the error that the call ended with. */
export function unwrap<Value>(result: ThreadResult<Value>, classes: ErrorClasses): Value {
  if ('error' in result) throw receivedError(result.error, classes)
  return result.value
}

/** Leaves out the cause, which may not be sendable. */
export function sentError(error: Error, className: string): SentError {
  const { message, stack } = error
  return { className, message, stack, fields: { ...error } }
}

export function receivedError<Kind extends Error>(
  { className, message, stack, fields }: SentError,
  classes: ErrorClasses<Kind>,
): Kind {
  // The constructors of the classes differ, so none is called.
  const error = Object.assign(new Error(message), fields, { stack })
  return Object.setPrototypeOf(error, classes[className]?.prototype ?? Error.prototype)
}
