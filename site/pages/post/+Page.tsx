import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { OtherLanguageNote } from '../../components/blocks/other-language-note'
import { PostCard } from '../../components/blocks/post-card'
import { ArticleText } from '../../components/blocks/prose-parts'
import { Section } from '../../components/blocks/section'
import { Picture } from '../../components/ui/picture'
import { CardGrid } from '../../components/cards/card-grid'
import { dot, formatDate } from '../../lib/i18n/format'
import { Interpolate } from '../../components/ui/interpolate'
import type { PageProps } from '../../lib/payload'
import type { MenuLink, Post } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'

export function Page({
  payload: { post, modified, html, parts, cards, products, more, writtenIn, ...terms },
}: PageProps<'post'>) {
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
          <OtherLanguageNote writtenIn={writtenIn} />
          <h1 {...writtenIn}>{post.title}</h1>
          {post.description && (
            <p className="article-lead" {...writtenIn}>
              {post.description}
            </p>
          )}
          <p className="small muted">
            {terms.author && <AuthorLine author={terms.author} />}
            <time dateTime={post.date}>{formatDate(post.date)}</time>
            {dot + t('blog.minutes', { count: post.minutes })}
            {modified && modified > post.date && dot + t('blog.updated', { date: formatDate(modified) })}
          </p>
        </header>
        {post.image && <Picture preset="article" className="article-picture" image={post.image} first />}
        <ArticleText html={html} parts={parts} cards={cards} writtenIn={writtenIn} />
        <Terms {...terms} />
      </article>
      {products.length > 0 && (
        <Section className="shelf" title={t('blog.products')}>
          <CardGrid cards={products} />
        </Section>
      )}
      {more.length > 0 && (
        <Section title={t('blog.more')} more={{ path: '/blog', label: t('home.seeStories') }} pageOnly>
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

/** A link to the stories of a term; its name alone if they have no page. */
function TermLink({ link: { path, name } }: { link: MenuLink }) {
  return path ? (
    <a className="link" href={href(path)}>
      {name}
    </a>
  ) : (
    name
  )
}

/** Isolated: a date follows, whose day would else stand before a name in letters of the other direction. */
function AuthorLine({ author }: { author: MenuLink }) {
  const link = (
    <bdi>
      <TermLink link={author} />
    </bdi>
  )
  return (
    <>
      <Interpolate message={(placeholders) => t('blog.by', placeholders)} values={{ author: link }} />
      {dot}
    </>
  )
}

/** The series and the tags of a story. */
function Terms({ tags = [], series }: Pick<Post, 'tags' | 'series'>) {
  if (!tags.length && !series) return null
  return (
    <footer className="article-terms small">
      {series && (
        <p>
          <Interpolate
            message={(placeholders) => t('blog.partOf', placeholders)}
            values={{ name: <TermLink link={series} /> }}
          />
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label={t('blog.tags')}>
          {tags.map((tag) => (
            <li key={tag.name}>
              <TermLink link={tag} />
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}
