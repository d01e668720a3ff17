import { useId } from 'react'
import * as v from 'valibot'
import { chooseTheme, useTheme } from '../theme.ts'
import { digitSetting } from '../ui/numbers.tsx'
import { type StoredValue, storedValue } from '../ui/storedValue.ts'
import { zoneSetting } from '../ui/Time.tsx'
import { shortcutSetting } from './keyboardShortcuts.ts'

export const densitySetting = storedValue<'comfortable' | 'compact'>(
  'cairn.density',
  v.picklist(['comfortable', 'compact']),
  'comfortable',
)

const themeSetting = {
  use: () => useTheme() ?? 'system',
  set: (theme: 'system' | 'light' | 'dark') => chooseTheme(theme === 'system' ? undefined : theme),
}

export function SettingsForm() {
  return (
    <div className="grid gap-3">
      <Choice
        name="Theme"
        setting={themeSetting}
        options={{ system: 'System', light: 'Light', dark: 'Dark' }}
      />
      <Choice name="Times" setting={zoneSetting} options={{ utc: 'UTC', local: 'Local' }} />
      <Choice name="Decimals" setting={digitSetting} options={{ short: 'Short', all: 'All' }} />
      <Choice
        name="Rows"
        setting={densitySetting}
        options={{ comfortable: 'Normal', compact: 'Compact' }}
      />
      <Choice name="Shortcuts" setting={shortcutSetting} options={{ on: 'On', off: 'Off' }} />
    </div>
  )
}

type Props<Value extends string> = {
  name: string
  setting: Pick<StoredValue<Value>, 'use' | 'set'>
  options: Record<Value, string>
}

function Choice<Value extends string>({ name, setting, options }: Props<Value>) {
  const value = setting.use()
  const id = useId()
  const values = Object.keys(options).filter((key): key is Value => key in options)
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-4">
      <legend className="float-start text-sm text-muted">{name}</legend>
      <div className="inline-flex flex-wrap rounded-md bg-sunken p-0.5">
        {values.map((option) => (
          <label
            key={option}
            className="flex min-h-7 cursor-pointer items-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(0_0_0/0.12)] has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 forced-colors:has-checked:underline"
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={option === value}
              onChange={() => setting.set(option)}
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
