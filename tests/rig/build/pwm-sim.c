// SPDX-License-Identifier: GPL-2.0
/*
 * A PWM chip without hardware, for the kernel's own PWM files in sysfs. Each state that the kernel
 * applies goes into the trace as "pwm_sim: CHANNEL PERIOD_NS DUTY_NS ENABLED INVERSED".
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>

static char *device = "pwm-sim";
module_param(device, charp, 0444);
MODULE_PARM_DESC(device, "name of the platform device behind the chip");

static unsigned int channels = 2;
module_param(channels, uint, 0444);

static struct platform_device *parent;
static struct pwm_chip *chip;

static int pwm_sim_apply(struct pwm_chip *c, struct pwm_device *pwm,
			 const struct pwm_state *state)
{
	trace_printk("pwm_sim: %u %llu %llu %d %d\n", pwm->hwpwm, state->period,
		     state->duty_cycle, state->enabled,
		     state->polarity == PWM_POLARITY_INVERSED);
	return 0;
}

static const struct pwm_ops pwm_sim_ops = {
	.apply = pwm_sim_apply,
};

static int __init pwm_sim_init(void)
{
	int err;

	parent = platform_device_register_simple(device, PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(parent))
		return PTR_ERR(parent);
	chip = pwmchip_alloc(&parent->dev, channels, 0);
	if (IS_ERR(chip)) {
		err = PTR_ERR(chip);
		goto no_chip;
	}
	chip->ops = &pwm_sim_ops;
	err = pwmchip_add(chip);
	if (err)
		goto not_added;
	return 0;

not_added:
	pwmchip_put(chip);
no_chip:
	platform_device_unregister(parent);
	return err;
}
module_init(pwm_sim_init);

static void __exit pwm_sim_exit(void)
{
	pwmchip_remove(chip);
	pwmchip_put(chip);
	platform_device_unregister(parent);
}
module_exit(pwm_sim_exit);

MODULE_DESCRIPTION("PWM simulator");
MODULE_LICENSE("GPL");
