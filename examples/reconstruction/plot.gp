# gnuplot -e "folder='DIRECTORY'" examples/reconstruction/plot.gp
here = system("dirname '".ARG0."'")
if (!exists('folder')) { print "usage: gnuplot -e \"folder='DIRECTORY'\" plot.gp"; exit status 2 }
load here.'/../study/style.gp'
set terminal svg size 760,480 font 'sans-serif,14' name 'reconstruction'
set output folder.'/reconstruction.svg'
set title 'Learning a mixing of four streams: mean over targets' textcolor rgb grey
set xlabel 'step of Adam' textcolor rgb grey
set ylabel 'population loss' textcolor rgb grey
set logscale xy
set format y '10^{%L}'
set autoscale xfix
set key outside right
floor = 0.1**2 / 3
array colours[5] = ['#3b82c4', '#c2571a', '#b0932f', '#2e9e6b', '#a05fb8']
plot for [k = 1:5] folder.'/curves.csv' using (column(1) > 0 ? column(1) : NaN):(column(k + 1)) with lines linewidth 2 \
       linecolor rgb colours[k] title columnheader(k + 1), \
     floor with lines dashtype 2 linecolor rgb grey title 'ε²/3'
