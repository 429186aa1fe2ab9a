import { Notice } from '@/components/ui/notice'
import type { SessionEnd } from '@/lib/contract/sign-in'

const words: Readonly<Record<SessionEnd, { title: string; advice: string }>> = {
  expired: {
    title: 'Your session has ended',
    advice: 'Sessions end after an hour without use, and after twelve hours. Sign in to continue.',
  },
  ended: { title: 'An administrator ended your session', advice: 'Sign in to continue.' },
  disabled: {
    title: 'An administrator disabled your account',
    advice: 'Ask an administrator if you need access.',
  },
  deleted: {
    title: 'An administrator deleted your account',
    advice: 'Ask an administrator to invite you if you need access.',
  },
  reset: {
    title: 'An administrator reset your password',
    advice: 'Open the link that they give you to set a new one.',
  },
  changed: {
    title: 'Your password or two-factor was changed in another browser',
    advice: 'Sign in to continue. If you did not change it, contact an administrator.',
  },
  everywhere: { title: 'You signed out everywhere', advice: 'Sign in to continue.' },
}

/** Why this browser's session ended. */
export function SessionEndNotice({ ended }: { readonly ended: SessionEnd }) {
  const { title, advice } = words[ended]
  return (
    <Notice tone={ended === 'disabled' || ended === 'deleted' ? 'warning' : 'info'} title={title}>
      {advice}
    </Notice>
  )
}
