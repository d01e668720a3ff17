declare global {
  // The part of Trusted Types used here. TypeScript does not declare it yet.
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ): { createScriptURL(url: string): string }
      }
    | undefined
}

const OWN_WORKERS = import.meta.env.DEV ? /^\/src\// : /^\/(serviceWorker\.js|assets\/[\w.-]+\.js)$/

let policy: ReturnType<NonNullable<typeof trustedTypes>['createPolicy']> | undefined

/**
 * Marks the URL of one of our workers as trusted, under the only policy that pages allow.
 * @throws {TypeError} for any other URL.
 */
export function trustedScriptUrl(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('cairn', {
    createScriptURL(url) {
      if (!OWN_WORKERS.test(url)) throw new TypeError(`${url} is not a worker of Cairn`)
      return url
    },
  })
  return policy?.createScriptURL(url) ?? url
}
