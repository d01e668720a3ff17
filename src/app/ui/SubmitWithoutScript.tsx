/** Sends a form whose fields act by themselves as soon as scripts run. */
export function SubmitWithoutScript() {
  return (
    <noscript>
      <button type="submit" className="button">
        Show
      </button>
    </noscript>
  )
}
