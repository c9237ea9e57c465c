import type { Elements } from '../ui/elements.ts'
import { editedAddressErrors } from '#machines/account/addresses-setup'
import { useActor } from '../system/actors.tsx'
import type { NamedLink } from '../menus/links.ts'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'

interface Props {
  page: NamedLink
  lead: string
  children: Elements
}

/** The frame of the two address pages; its title says whether the form has errors. */
export function AddressPageScreen({ page, lead, children }: Props) {
  const hasErrors = useActor('addresses', snapshot => {
    const { context } = snapshot
    const isWrong = snapshot.matches({ form: 'submitted' }) && Object.keys(editedAddressErrors(context)).length > 0
    return isWrong || context.refused?.page === context.page
  })
  return (
    <AccountFrameScreen page={page} lead={lead} hasErrors={hasErrors} narrow>
      {children}
    </AccountFrameScreen>
  )
}
