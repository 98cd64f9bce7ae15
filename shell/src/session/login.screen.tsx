import { useAppSelector } from '@shop/api-client/app-state';
import { maxEmailLength, maxPasswordLength } from '@shop/api-contract/submission-limits';
import { boolean, CheckboxField, FormTextField, object, ShopForm, string, tooLong } from '@shop/forms/form';
import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useLocation } from '@shop/router/router';
import { Alert } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { AuthCard, AuthLink } from './auth-card';
import { emailSchema } from './email-schema';
import * as styles from './session.module.css';
import { useLogin } from './use-login';

const shortPassword = text('Password must be at least 6 characters');

/** Specification 5 "Login". */
const schema = object({
  email: emailSchema,
  password: string().required(shortPassword).min(6, shortPassword).max(maxPasswordLength, tooLong),
  rememberMe: boolean().required(),
});

const blank = { email: '', password: '', rememberMe: false };

/** Sign-in. Specification 2 "Login". */
export function LoginScreen() {
  const t = useTexts();
  const { failure, login } = useLogin();
  const hasExpired = useAppSelector(({ session }) => session.hasExpired);
  const { state } = useLocation();
  return (
    <AuthCard title={t('Welcome back')} subtitle={t('Sign in to check out, and to see your orders.')}>
      {/* rememberMe is collected and never sent: Interpretation 16. */}
      <ShopForm
        label={t('Sign in')}
        initialValues={blank}
        schema={schema}
        onSave={({ email, password }) => login({ email, password })}
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
            {failure ? (
              <Alert severity="error" variant="outlined">
                <div lang={failure.lang}>{failure.description}</div>
                {failure.reason && <div lang={failure.reason.lang}>{failure.reason.text}</div>}
              </Alert>
            ) : (
              hasExpired && (
                <Alert severity="info" variant="outlined" role="status">
                  {t('Your session has ended. Sign in to go on where you were.')}
                </Alert>
              )
            )}
            <FormTextField
              name="email"
              maxLength={maxEmailLength}
              label={t('Email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              isRequired
            />
            <FormTextField
              name="password"
              maxLength={maxPasswordLength}
              label={t('Password')}
              type="password"
              autoComplete="current-password"
              isRequired
            />
            <div className={styles.options}>
              <CheckboxField name="rememberMe" label={t('Remember me')} />
              <AuthLink to={urls.forgotPassword()}>{t('Forgot password?')}</AuthLink>
            </div>
            <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting}>
              {isSubmitting ? t('Signing in...') : t('Sign in')}
            </Button>
          </div>
        )}
      </ShopForm>
      <Typography className={styles.other}>
        {t.rich('New here? <link>Create an account</link>', {
          link: (content) => (
            <AuthLink to={urls.register()} state={state}>
              {content}
            </AuthLink>
          ),
        })}
      </Typography>
    </AuthCard>
  );
}
