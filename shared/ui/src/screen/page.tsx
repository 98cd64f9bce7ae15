import { Container, type ContainerProps } from '@shop/ui/core';
import { joinClasses } from '../core/class-names';
import * as styles from './page.module.css';

/**
 * Width and padding of a screen whose heading stands at the top. A list of products has less space above it.
 *
 * @example <Page maxWidth="md"><PageHeading>Contact us</PageHeading></Page>
 */
export function Page({ className, ...props }: ContainerProps) {
  return <Container {...props} className={joinClasses(styles.page, className)} />;
}
