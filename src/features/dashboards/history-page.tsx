/** Every state a dashboard was in: what each changed, and the way back to any of them. */
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import { Button, confirmAndRun, LinkButton, Notice, Page, QueryState, SegmentedControl, useUi } from '#ui'
import { DownloadIcon, RefreshIcon } from '#ui/icons/index.tsx'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ChangesView } from './changes-view.tsx'
import { pathsOf, useDashboards } from './frame.tsx'
import { useDashboardDocument, useRefresh, useRevision, useRevisions } from './use-dashboards.ts'
import css from './dashboards.module.css'
import { Revisions } from './revisions.tsx'

export function HistoryPage() {
  const { t } = useUi()
  const { area } = useDashboards()
  const { id = '' } = useParams()
  const paths = pathsOf(area)
  const [document, revisions] = [useDashboardDocument(id), useRevisions(id)]
  const name = document.data?.entry.name ?? ''
  useEffect(() => {
    if (name !== '') window.document.title = t('dashboard:history.title', { name })
  }, [name, t])
  const both = {
    data:
      document.data === undefined || revisions.data === undefined
        ? undefined
        : { document: document.data, revisions: revisions.data },
    error: document.error ?? revisions.error,
    isPending: document.isPending || revisions.isPending,
    refetch: () => {
      void document.refetch()
      void revisions.refetch()
    },
  }
  return (
    <Page
      title={t('dashboard:history.title', { name })}
      note={t('dashboard:history.note')}
      back={{ href: paths.list, label: t(`dashboard:${area}.title`) }}
      actions={<LinkButton href={paths.edit(id)}>{t('dashboard:action.edit')}</LinkButton>}
    >
      <QueryState of={both} skeleton="table" isEmpty={() => false}>
        {({ document: found, revisions: list }) => <History id={id} document={found} revisions={list} />}
      </QueryState>
    </Page>
  )
}

function History({
  id,
  document,
  revisions,
}: {
  id: string
  document: DashboardDocument
  revisions: readonly DashboardRevision[]
}) {
  const { t } = useUi()
  const { api, say, save } = useDashboards()
  const refresh = useRefresh()
  const [search, setSearch] = useSearchParams()
  const [against, setAgainst] = useState<'before' | 'now'>('before')
  const requested = Number(search.get('revision') ?? revisions[0]?.number)
  const chosen = revisions.find(({ number }) => number === requested) ?? revisions[0]
  const before = revisions.find(({ number }) => number < (chosen?.number ?? 0))
  const other = against === 'now' ? revisions[0] : before
  const [one, two] = [useRevision(id, chosen?.number ?? null), useRevision(id, other?.number ?? null)]
  if (chosen === undefined) return null
  const isNewest = chosen.number === document.revision
  const restore = async () => {
    const answer = await confirmAndRun({
      question: t('dashboard:history.restoreQuestion', { revision: chosen.number }),
      confirmLabel: t('dashboard:history.restore'),
      doneText: t('dashboard:history.restored', { revision: chosen.number }),
      errorText: say,
      run: async () => {
        await api.restore(id, chosen.number)
      },
    })
    if (answer !== 'done') return
    setSearch({}, { replace: true })
    await refresh()
  }
  const pair = {
    data:
      one.data === undefined || (other !== undefined && two.data === undefined)
        ? undefined
        : ([one.data.text, two.data?.text] as const),
    error: one.error ?? (other === undefined ? null : two.error),
    isPending: one.isPending || (other !== undefined && two.isPending),
    refetch: () => {
      void one.refetch()
      void two.refetch()
    },
  }
  return (
    <div className={css.history}>
      <Revisions
        revisions={revisions}
        chosen={chosen.number}
        newest={document.revision}
        onChoose={(revision) => setSearch({ revision: String(revision) }, { replace: true })}
      />
      <div className={css.revision}>
        {isNewest && document.unfit.length > 0 && (
          <Notice kind="warn" title={t('dashboard:history.unfit', { count: document.unfit.length })}>
            <ul className={css.findings}>
              {document.unfit.map(({ path, after }) => (
                <li key={path}>
                  <code>{path}</code> {after ?? t('dashboard:kind.removed')}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className={css.revisionBar}>
          <SegmentedControl
            size="small"
            label={t('dashboard:history.against')}
            value={isNewest ? 'before' : against}
            onChange={setAgainst}
            segments={[
              { id: 'before', label: t('dashboard:history.before') },
              { id: 'now', label: t('dashboard:history.now'), isDisabled: isNewest },
            ]}
          />
          <span className={css.buttons}>
            <Button
              size="small"
              icon={<DownloadIcon />}
              isDisabled={one.data === undefined}
              onPress={() => {
                if (one.data !== undefined)
                  save(
                    `${document.entry.name}_${chosen.number}.json`,
                    new Blob([one.data.text], { type: 'application/json' }),
                  )
              }}
            >
              {t('dashboard:action.export')}
            </Button>
            {!isNewest && (
              <Button size="small" kind="primary" icon={<RefreshIcon />} onPress={() => void restore()}>
                {t('dashboard:history.restore')}
              </Button>
            )}
          </span>
        </div>
        <QueryState of={pair} isEmpty={() => false}>
          {([text, otherText]) =>
            otherText === undefined ? (
              <p className={css.none}>{t('dashboard:history.first')}</p>
            ) : (
              <ChangesView
                before={against === 'now' && !isNewest ? text : otherText}
                after={against === 'now' && !isNewest ? otherText : text}
                none={t('dashboard:history.same')}
              />
            )
          }
        </QueryState>
      </div>
    </div>
  )
}
