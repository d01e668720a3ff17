import { announce } from './announcer.tsx'
import { IconButton } from './IconButton.tsx'
import { TIME_FORMS, timeForm } from './Time.tsx'

/** Switches to the next form of time, for all times on all pages. */
export function TimeFormatButton() {
  const form = timeForm.use()
  const next = TIME_FORMS[(TIME_FORMS.indexOf(form) + 1) % TIME_FORMS.length] ?? 'utc'

  function change() {
    timeForm.set(next)
    announce(`Times are shown ${NAMES[next]}`)
  }

  return (
    <IconButton
      label={`Show times ${NAMES[next]}`}
      title={`Times are shown ${NAMES[form]}.`}
      aria-keyshortcuts="t"
      icon="before:icon-arrow-left-right"
      onClick={change}
    />
  )
}

const NAMES = {
  utc: 'in UTC',
  local: 'in local time',
  age: 'as relative time',
  unix: 'in Unix seconds',
}
