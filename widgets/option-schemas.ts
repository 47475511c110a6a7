/** The options schemas of all widgets, fetched when the editor or the workshop needs them. */
import { dereference } from '../schemas/refs.ts'

const own = import.meta.glob<object>('./*/options.schema.json', { import: 'default' })
const shared = import.meta.glob<object>('../schemas/widgets/*.schema.json', { import: 'default' })

/** By widget type; whole: shared parts are inlined in each. */
export async function optionSchemas(): Promise<Readonly<Record<string, object>>> {
  const read = async (files: typeof own) =>
    new Map(await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load()] as const)))
  const [schemas, parts] = await Promise.all([read(own), read(shared)])
  return Object.fromEntries(
    [...schemas].map(([path, schema]) => {
      const type = path.split('/')[1] ?? ''
      return [
        type,
        dereference(schema, `widgets/${type}/options.schema.json`, (target) => parts.get(`../${target}`)) as object,
      ]
    }),
  )
}
