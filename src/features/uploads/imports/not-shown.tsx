import { useQuery } from '@tanstack/react-query'
import { type DataModule, modulesOf } from '#domain/data-modules'
import { LinkButton, Notice, useUi } from '#ui'
import { KEYS, PATHS, useImports } from './imports-frame.tsx'

/** Where the words of a module's counts are, among the uses of columns. */
const MODULE_WORDS: Readonly<Partial<Record<DataModule, string>>> = {
  tickets: 'uses.sales',
  time: 'uses.stays',
  repetitions: 'uses.returns',
}

/** Stored data that no figure shows: the client has that data module off. */
export function NotShown({ client, atoms }: { client: number; atoms: readonly string[] }) {
  const { t } = useUi()
  const { api, isAdmin } = useImports()
  const modules = useQuery({ queryKey: KEYS.modules(client), queryFn: ({ signal }) => api.modules(client, signal) })
  const off = modulesOf(atoms).filter((module) => modules.data !== undefined && modules.data[module] !== true)
  return off.map((module) => (
    <Notice
      key={module}
      kind="warn"
      {...(isAdmin && {
        action: (
          <LinkButton size="small" href={PATHS.modules(client)}>
            {t('imports:openModules')}
          </LinkButton>
        ),
      })}
    >
      {t('imports:moduleOff', { what: t(`imports:${MODULE_WORDS[module] ?? 'uses.people'}`) })}
    </Notice>
  ))
}
