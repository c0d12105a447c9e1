import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { ForeignNote } from '../../components/blocks/foreign-note'
import { PostCard } from '../../components/blocks/post-card'
import { ArticleText } from '../../components/blocks/prose-parts'
import { Section } from '../../components/blocks/section'
import { Picture } from '../../components/ui/picture'
import { CardGrid } from '../../components/cards/card-grid'
import { formatDate } from '../../lib/i18n/format'
import type { Post } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Post
}

export function Page({ payload: { post, modified, html, parts, cards, products, more, writtenIn } }: Props) {
  const { t } = site()
  return (
    <div className="wrap">
      <Breadcrumb
        steps={[
          { name: t('blog.title'), path: '/blog' },
          { name: post.title, writtenIn },
        ]}
      />
      <article className="article">
        <header className="article-head">
          <ForeignNote written={writtenIn} />
          <h1 lang={writtenIn?.lang} dir={writtenIn?.dir}>
            {post.title}
          </h1>
          <p className="article-lead" lang={writtenIn?.lang} dir={writtenIn?.dir}>
            {post.description}
          </p>
          <p className="small muted">
            {post.author && <>{t('blog.by', { author: writtenIn ? `\u2068${post.author}\u2069` : post.author })} · </>}
            <time dateTime={post.date}>{formatDate(post.date)}</time> · {t('blog.minutes', { count: post.minutes })}
            {modified && modified > post.date && <> · {t('blog.updated', { date: formatDate(modified) })}</>}
          </p>
        </header>
        {post.image && <Picture preset="article" className="article-picture" image={post.image} first />}
        <ArticleText html={html} parts={parts} cards={cards} written={writtenIn} />
      </article>
      {products.length > 0 && (
        <Section className="shelf" title={t('blog.products')}>
          <CardGrid cards={products} />
        </Section>
      )}
      {more.length > 0 && (
        <Section title={t('blog.more')} more={{ path: '/blog', label: t('home.seeStories') }}>
          <ul className="post-grid">
            {more.map((other) => (
              <PostCard key={other.slug} post={other} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
