declare global {
  // What of Trusted Types is used here; TypeScript knows none of it yet.
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ): { createScriptURL(url: string): string }
      }
    | undefined
}

// The explorer's own workers: as files of a build, or of the server for developers.
const OWN = import.meta.env.DEV ? /^\/(sw\.js|src\/)/ : /^\/(sw\.js$|assets\/[\w.-]+\.js$)/

let policy: ReturnType<NonNullable<typeof trustedTypes>['createPolicy']> | undefined

/** The address of a worker, by the one policy that the page may have, and which lets nothing else pass. */
export function trustScript(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('cairn', {
    createScriptURL(url) {
      if (!OWN.test(url)) throw new TypeError(`${url} is no script of Cairn`)
      return url
    },
  })
  return policy?.createScriptURL(url) ?? url
}
