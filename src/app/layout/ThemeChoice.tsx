import { chooseTheme, useTheme } from '../theme.ts'

export function ThemeChoice() {
  const theme = useTheme()
  return (
    <label className="ms-auto flex items-center gap-2 noscript:hidden">
      Theme
      <select
        className="field"
        value={theme ?? 'system'}
        onChange={({ target: { value } }) =>
          chooseTheme(value === 'light' || value === 'dark' ? value : undefined)
        }
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
