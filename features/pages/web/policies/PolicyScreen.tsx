import type { MouseEvent, ReactNode } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { useRead } from '#kit/web/read.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import '#shell/print.css'
import { pagesContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './Policy.module.css'
import type { PolicyBlock, Policy, PolicyName, Table } from './policy.ts'
import { findPreviousPage } from './previous-page.ts'

interface PolicyScreenProps {
  name: PolicyName
  policy: Policy
  /** Content before the first section. */
  notice?: ReactNode
  /** Content after the last section. */
  children?: ReactNode
}

/** A policy: summary, contents, sections. It often opens in its own tab, beside a form. */
export function PolicyScreen({ name, policy: { version, lead, sections }, notice, children }: PolicyScreenProps) {
  const title = t(`policies.${name}.title`)
  const back = findPreviousPage({ referrer: document.referrer, origin: location.origin, pathname: location.pathname }) ?? paths.settings()
  return (
    <Screen title={title} heading="page" back={back}>
      <article className={css.policy}>
        <h1>{title}</h1>
        <p className={css.version}>{version}</p>
        <p className={css.lead}>{addLinks(lead)}</p>
        {notice}
        <nav className={css.contents} aria-labelledby="contents">
          <h2 id="contents" className={css.contentsTitle}>
            {t('policies.contents')}
          </h2>
          <ol>
            {sections.map(({ id, title: heading }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={goToSection}>
                  {addLinks(heading)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(({ id, title: heading, parts }) => (
          <section key={id} className={css.section} aria-labelledby={id}>
            <h2 id={id} className={css.heading} tabIndex={-1}>
              {addLinks(heading)}
            </h2>
            {parts.map((part, index) => (
              <PolicyBlockView key={index} part={part} />
            ))}
          </section>
        ))}
        {children}
      </article>
    </Screen>
  )
}

/** Scrolls to a section without a history entry, so that Back leaves the policy. */
function goToSection(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const { hash } = event.currentTarget
  const heading = document.getElementById(hash.slice(1))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

export function PolicyBlockView({ part }: { part: PolicyBlock }) {
  if (typeof part === 'string') return <p>{addLinks(part)}</p>
  if ('table' in part) return <TableView table={part.table} />
  return (
    <ul className={css.list}>
      {part.list.map((item) => (
        <li key={item}>{addLinks(item)}</li>
      ))}
    </ul>
  )
}

const TableView = ({ table: { columns, rows } }: { table: Table }) => (
  <table className={css.table}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name = '', ...cells]) => (
        <tr key={name}>
          <th scope="row">{withWordBreaks(name)}</th>
          {cells.map((cell, index) => (
            <td key={columns[index + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Allows line breaks after underscores in long storage names. */
const withWordBreaks = (name: string): ReactNode[] =>
  name.split(/(?<=_)/).flatMap((part, index) => (index ? [<wbr key={index} />, part] : part))

/** The sentence with the contact address. */
function Contact() {
  const { data } = useRead(pagesContract.contact, {})
  if (!data?.mail_address) return t('policies.contact.unknown')
  const address = (
    <a key="address" href={`mailto:${data.mail_address}`}>
      {data.mail_address}
    </a>
  )
  return t.rich('policies.contact.known', { address })
}

const hrefs = { terms: paths.terms, privacy: paths.privacy, cookies: paths.cookiesPolicy, settings: paths.settings } as const
const isLinkName = (name: string): name is keyof typeof hrefs => name in hrefs

/** A text with links to other policies. */
const addLinks = (text: string): ReactNode[] =>
  text.split(/\{(\w+)\}/).map((part, index) =>
    index % 2 && isLinkName(part) ? (
      <a key={index} href={hrefs[part]()}>
        {t(`policies.links.${part}`)}
      </a>
    ) : part === 'contact' ? (
      <Contact key={index} />
    ) : index % 2 ? (
      brand
    ) : (
      part
    ),
  )
