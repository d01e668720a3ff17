import { useId } from 'react'
import * as v from 'valibot'
import { chooseTheme, useTheme } from '../theme.ts'
import { digitSetting } from '../ui/numbers.tsx'
import { storedValue } from '../ui/storedValue.ts'
import { zoneSetting } from '../ui/Time.tsx'
import { shortcutSetting } from './keyboardShortcuts.ts'

export const densitySetting = storedValue<'comfortable' | 'compact'>(
  'cairn.density',
  v.picklist(['comfortable', 'compact']),
  'comfortable',
)

export function SettingsForm() {
  return (
    <div className="grid gap-3">
      <Choice
        name="Theme"
        options={{ system: 'System', light: 'Light', dark: 'Dark' }}
        value={useTheme() ?? 'system'}
        onChoose={(chosen) => chooseTheme(chosen === 'system' ? undefined : chosen)}
      />
      <Choice
        name="Times"
        options={{ utc: 'UTC', local: 'Local' }}
        value={zoneSetting.use()}
        onChoose={zoneSetting.set}
      />
      <Choice
        name="Decimals"
        options={{ short: 'Up to six', all: 'All' }}
        value={digitSetting.use()}
        onChoose={digitSetting.set}
      />
      <Choice
        name="Rows"
        options={{ comfortable: 'Normal', compact: 'Compact' }}
        value={densitySetting.use()}
        onChoose={densitySetting.set}
      />
      <Choice
        name="Shortcuts"
        options={{ on: 'On', off: 'Off' }}
        value={shortcutSetting.use()}
        onChoose={shortcutSetting.set}
      />
    </div>
  )
}

type Props<Value extends string> = {
  name: string
  options: Record<Value, string>
  value: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ name, options, value, onChoose }: Props<Value>) {
  const id = useId()
  const values = Object.keys(options).filter((key): key is Value => key in options)
  return (
    <fieldset className="flex items-center justify-between gap-4">
      <legend className="float-start text-sm text-muted">{name}</legend>
      <div className="inline-flex rounded-md bg-sunken p-0.5">
        {values.map((option) => (
          <label
            key={option}
            className="flex min-h-7 cursor-pointer items-center rounded-sm px-2.5 text-xs font-medium text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(0_0_0/0.12)] has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 forced-colors:has-checked:underline"
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
