import error from '../assets/state-error.svg'
import { homePath, titleAt } from '#contract/paths'
import { useListParts } from '../catalogue/load-list-parts.ts'
import { loadRows } from '../catalogue/row-parts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NearPart } from '../ui/NearPart.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const title = titleAt('*')

/** The page for unknown paths. */
export function NotFoundScreen() {
  const parts = useListParts(true)
  return (
    <>
      <PageTitle text={title} />
      <EmptyState
        level={1}
        picture={error}
        heading={title}
        action={
          <ButtonLink variant="go" href={homePath}>
            Back to the shop
          </ButtonLink>
        }
      >
        {parts && <parts.UnknownPathHelp />}
      </EmptyState>
      <NearPart load={loadRows} part="RecentlyViewed" />
    </>
  )
}
