import { createStore } from './createStore.ts'

const message = createStore('')

export function announce(text: string): void {
  // A repeated text would not be read again: a space makes it a different one.
  message.set(text === message.get() ? `${text} ` : text)
}

/** The only status region. Screen readers require that it is there from the start. */
export function Announcer() {
  return (
    <div role="status" className="sr-only">
      {message.use()}
    </div>
  )
}
