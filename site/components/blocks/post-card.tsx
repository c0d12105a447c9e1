import { dot, formatDate } from '../../lib/i18n/format'
import type { PostCard as Card } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'
import { Picture } from '../ui/picture'
import { UnpublishedMark } from './unpublished-mark'

interface Props {
  post: Card
  /** 'h2' if the card follows directly below the page's h1. */
  heading?: 'h2' | 'h3'
}

export function PostCard({ post, heading: Heading = 'h3' }: Props) {
  return (
    <li className="post-card">
      {post.image && <Picture preset="post" className="post-picture" image={post.image} decorative />}
      <UnpublishedMark reasons={post.unpublished} />
      <p className="small muted">
        <time dateTime={post.date}>{formatDate(post.date)}</time>
        {dot + t('blog.minutes', { count: post.minutes })}
      </p>
      <Heading className="card-title">
        <a href={href(`/blog/${post.slug}`)} {...post.writtenIn}>
          {post.title}
        </a>
      </Heading>
      <p className="post-text" {...post.writtenIn}>
        {post.description}
      </p>
    </li>
  )
}
