/** The rules for the locals of each client. */
import type { Language } from '#domain/languages'
import { ruleName } from '#domain/alert-rules'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import {
  confirmAndRun,
  EmptyState,
  IconButton,
  LinkButton,
  type ResourceColumn,
  ResourceTable,
  Select,
  toasts,
  useUi,
} from '#ui'
import { BellIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { PATHS, useAlerts } from './alerts-frame.tsx'
import { MuteButton } from './mute-button.tsx'
import { draftOf } from './rule-values.ts'
import { whyQuiet } from './rest-text.ts'
import { settingsText } from './rule-text.ts'
import { useAlertClients, useList, useRefreshRules, useRules } from './use-alert-data.ts'
import css from './alerts.module.css'

interface Row extends Omit<AlertRule, 'name'> {
  readonly name: string
  readonly clientName: string
  readonly when: string
  readonly who: string
  readonly rest: string
}

export function RulesTab() {
  const { t, locale } = useUi()
  const language = locale as Language
  const { api, say } = useAlerts()
  const list = useList()
  const refresh = useRefreshRules()
  const [rules, clients] = [useRules(), useAlertClients()]
  const client = list.filter('client')
  const rows = useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return rules.data
      ?.filter((rule) => client === null || String(rule.client) === client)
      .map((rule): Row => ({
        ...rule,
        name: ruleName(rule, language),
        clientName: names.get(rule.client) ?? '',
        when: settingsText(rule, t, locale),
        rest: whyQuiet(rule, t, locale),
        who:
          rule.recipients === null || rule.recipients.length === 0
            ? t('alerts:rules.everyone')
            : t('alerts:rules.people', { count: rule.recipients.length }),
      }))
  }, [rules.data, clients.data, client, language, locale, t])
  const setEnabled = async (rule: Row, enabled: boolean) => {
    await api.saveRule(rule.id, draftOf({ ...rule, enabled })).catch((cause: unknown) => {
      throw new Error(say(cause), { cause })
    })
    toasts.success(t('alerts:rules.saved'))
    await refresh()
  }
  const remove = async ({ id, name }: Row) => {
    const answer = await confirmAndRun({
      question: t('alerts:rules.removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('alerts:rules.remove'),
      errorText: say,
      run: () => api.removeRule(id),
    })
    if (answer === 'done') await refresh()
  }
  const many = (clients.data?.length ?? 0) > 1
  const isResting = rows?.some(({ rest }) => rest !== '') === true
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('alerts:column.kind') },
    ...(many ? [{ attr: 'clientName', label: t('alerts:column.client') }] : []),
    { attr: 'when', label: t('alerts:column.settings'), isSortable: false, isLong: true },
    ...(isResting ? [{ attr: 'rest', label: t('alerts:rules.rest'), title: t('alerts:rules.restNote') }] : []),
    { attr: 'who', label: t('alerts:column.recipients'), isLong: true },
    {
      attr: 'coolDownH',
      label: t('alerts:column.coolDown'),
      value: ({ coolDownH }) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'short' }).format(coolDownH),
    },
    {
      attr: 'enabled',
      label: t('alerts:column.enabled'),
      type: 'Boolean',
      toggle: (row) => (on) => setEnabled(row, on),
      width: '6rem',
    },
  ]
  const add = `${PATHS.addRule}${client === null ? '' : `?client=${client}`}`
  return (
    <ResourceTable
      label={t('alerts:tab.rules')}
      columns={columns}
      rows={{ ...rules, data: rows }}
      rowKey={({ id }) => id}
      linkTo={({ id }) => PATHS.editRule(id)}
      state={list.state}
      onStateChange={list.onStateChange}
      filters={
        many && (
          <div className={css.filter}>
            <Select
              label=""
              emptyLabel={`${t('alerts:column.client')}: ${t('alerts:allClients')}`}
              options={
                clients.data?.map(({ id, name }) => ({
                  id: String(id),
                  label: `${t('alerts:column.client')}: ${name}`,
                })) ?? []
              }
              value={client}
              onChange={(value) => list.setFilters({ client: value })}
            />
          </div>
        )
      }
      rowActions={(row) => (
        <span className={css.actions}>
          <MuteButton rule={row} name={row.name} onDone={refresh} />
          <IconButton
            plain
            size="small"
            label={t('alerts:rules.removeName', { name: row.name })}
            icon={<TrashIcon />}
            onPress={() => void remove(row)}
          />
        </span>
      )}
      empty={
        <EmptyState
          icon={<BellIcon size={20} />}
          title={t(client === null ? 'alerts:rules.noneAtAll' : 'alerts:rules.none')}
          action={
            <LinkButton kind="primary" size="small" href={add}>
              {t('alerts:rules.add')}
            </LinkButton>
          }
        >
          {t(client === null ? 'alerts:rules.noneAtAllText' : 'alerts:rules.noneText')}
        </EmptyState>
      }
    />
  )
}
