import type { ReactNode } from 'react'
import { accountPath } from '#contract/paths'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import type { NamedLink } from '../menus/links.ts'
import { AccountNav } from './AccountNav.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './AccountFrame.module.css'
import type { Elements } from '../ui/elements.ts'

interface FrameProps {
  page: NamedLink
  /** Under the heading. */
  lead?: ReactNode
  /** Limits the width, for forms. */
  narrow?: boolean
  children: Elements
}

interface Props extends FrameProps {
  /** The page shows errors after a submit. */
  hasErrors?: boolean
}

const menu = 'account-side'

/** A page of the account area: its title, and its frame. */
export const AccountFrameScreen = ({ hasErrors, ...frame }: Props) => (
  <>
    <PageTitle text={frame.page.name} hasErrors={hasErrors} />
    <AccountFrame {...frame} />
  </>
)

/** The frame of all account pages: breadcrumb, heading, and a side menu that can be hidden. */
export function AccountFrame({ page, lead, narrow = false, children }: FrameProps) {
  const isShown = useActor('menus', snapshot => snapshot.matches({ accountSide: 'shown' }))
  const send = useSend('menus')
  const { name, to } = page
  const trail = [{ name: 'Manage Account', to: accountPath }, ...(to === accountPath ? [] : [{ name }])]
  return (
    <>
      <div className={styles.top}>
        <Breadcrumb trail={trail} />
        <button
          type="button"
          className={`textlink small ${styles.toggle}`}
          aria-expanded={isShown}
          aria-controls={menu}
          onClick={() => send({ type: 'menus.toggleSide' })}
        >
          {isShown ? 'Hide menu' : 'Show menu'}
        </button>
      </div>
      <div className={styles.frame} data-side={isShown ? 'shown' : 'hidden'}>
        <div className={styles.side}>
          <AccountNav id={menu} current={to} />
        </div>
        <div className={styles.content} data-narrow={narrow || undefined}>
          <div>
            <h1 tabIndex={-1}>{name}</h1>
            {lead && <p className={`muted ${styles.lead}`}>{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </>
  )
}
