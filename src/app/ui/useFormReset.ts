import { useEffect, useRef } from 'react'

/**
 * Resets the uncontrolled fields of a form to their default values when these change. Returns the form's ref.
 * @param defaults a text that identifies the default values.
 */
export function useFormReset(defaults: string) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(defaults)
  // What is typed is outside React. A new key would reset it too, but lose the focus.
  useEffect(() => {
    if (shown.current !== defaults) form.current?.reset()
    shown.current = defaults
  }, [defaults])
  return form
}
