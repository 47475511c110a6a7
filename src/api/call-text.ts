/** A call as others would make it: with curl, or in a program. Never with the token of who is looking. */

/** Placeholder of the token: a variable of the shell, or a name of the program. */
const FETCH = 'fetch'
const ORIGIN = /^https?:\/\/[^/\s'"`\\]+$/

/** A path with its query is safe within quotes: URLSearchParams leaves none as they are. */
const quoted = (text: string) => text.replaceAll("'", '%27').replaceAll('\\', '%5C')

const addressOf = (origin: string, path: string): string => {
  if (!ORIGIN.test(origin) || !path.startsWith('/')) throw new Error(`${origin}${path} is no address of this server.`)
  return quoted(`${origin}${path}`)
}

export const curlOf = (origin: string, path: string): string =>
  [`curl '${addressOf(origin, path)}'`, `-H "access_token: $AFORO_TOKEN"`, `-H 'accept: application/json'`].join(
    ' \\\n  ',
  )

export const fetchOf = (origin: string, path: string): string =>
  [
    `const answer = await ${FETCH}('${addressOf(origin, path)}', {`,
    `  headers: { access_token: token, accept: 'application/json' },`,
    '})',
    'const rows = await answer.json()',
  ].join('\n')
